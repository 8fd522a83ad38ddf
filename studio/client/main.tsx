/** Entry point of the studio's pages. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Shell } from './shell/shell.tsx'
import './kit/style.css'

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Shell />
  </StrictMode>,
)
