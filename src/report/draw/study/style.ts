/** Extends the report's stylesheet for a study's page. */
import { SEARCH_DARK, SEARCH_LIGHT } from '../plot/palette.ts'
import { STYLE } from '../style.ts'

const searches = SEARCH_LIGHT.map((light, i) => `--search-${i}:light-dark(${light},${SEARCH_DARK[i]})`).join(';')

export const STUDY_STYLE = `${STYLE}
:root{${searches}}
[hidden]{display:none!important}
.controls{display:flex;flex-wrap:wrap;gap:8px 14px;align-items:end;margin:0 0 12px;font-size:14px}
.controls label{display:flex;flex-direction:column;gap:2px;color:var(--muted);font-size:13px}
.controls label.box{flex-direction:row;align-items:center;gap:6px;padding-bottom:6px;font-size:14px}
.controls select{font:inherit;font-size:14px;color:var(--ink);background:var(--paper);border:1px solid var(--line-strong);border-radius:6px;padding:5px 8px;max-width:16.5em}
button{font:inherit;font-size:14px;color:var(--accent-text);background:var(--raised);border:1px solid var(--line);border-radius:6px;padding:5px 11px;cursor:pointer}
button:hover{border-color:var(--accent)}
button:focus-visible,select:focus-visible,input:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.files{display:flex;gap:6px;margin:6px 0 0}
.curves-grid{display:grid;grid-template-columns:1fr 1fr;gap:22px 20px}
.curves-grid figure{min-width:0;margin:0}
.curves-grid .plot{width:100%}
.point.live,.legend.live{cursor:pointer}
.point:focus,.legend:focus{outline:none}
.point:focus,.point:hover{stroke:var(--ink);stroke-width:2}
.legend:focus-visible text{text-decoration:underline}
.legend.off{opacity:.4}.legend.off text{text-decoration:line-through}
.tip{position:absolute;z-index:2;max-width:320px;pointer-events:none;background:var(--paper);color:var(--ink);border:1px solid var(--line-strong);border-radius:8px;padding:9px 12px;font-size:13.5px;line-height:1.45;box-shadow:0 3px 14px rgb(0 0 0/.16)}
.tip b{display:block}.tip span{display:block}
dialog{max-width:min(720px,92vw);max-height:84vh;overflow:auto;color:var(--ink);background:var(--paper);border:1px solid var(--line-strong);border-radius:12px;padding:22px 24px}
dialog::backdrop{background:rgb(0 0 0/.4)}
dialog h3{font-size:18px;margin-right:90px}
dialog .close{position:absolute;top:18px;right:20px}
.answer{margin:0 0 22px}.answer p{font-size:19px;line-height:1.45;font-weight:550;margin:0 0 6px}.answer .note{font-size:15px;font-weight:400;line-height:1.55}
.choice td small{white-space:nowrap}
#comparison td div{padding-left:1em;text-indent:-1em}
.choice td,.choice th{vertical-align:middle}
.scroll table{overflow-wrap:break-word}.run{white-space:nowrap}
#jobs details{margin:0 0 2px}#runs table{font-size:13.5px}#runs tbody th{min-width:0}#runs td{white-space:nowrap}#runs td.search{white-space:normal;min-width:9em}
tr.failed td,tr.failed th{color:var(--mark-text)}
.swatch{display:inline-block;width:30px;height:14px;vertical-align:-2px;margin-right:7px;overflow:visible}
.job dt{font-size:14px;color:var(--muted)}.job dd{margin:0 0 8px}.job p{margin:0 0 8px}
.recoding{margin:0 0 14px}.recoding div{display:grid;grid-template-columns:minmax(8em,13em) 1fr;gap:2px 14px;padding:6px 0;border-top:1px solid var(--line)}
.job .recoding dt{color:var(--ink);overflow-wrap:anywhere}.recoding dt small{display:block;color:var(--muted)}.job .recoding dd{margin:0}
.labels{list-style:none;display:flex;flex-wrap:wrap;gap:4px;margin:0 0 8px;padding:0;font-size:13.5px}.recoding .labels{margin:0}
.labels li{margin:0;padding:1px 7px;background:var(--raised);border:1px solid var(--line);border-radius:6px;overflow-wrap:anywhere}.labels li.rest{background:none;border-color:transparent;color:var(--muted)}
.labels small{display:inline;color:var(--muted);margin-left:5px}
.cd svg{max-width:100%;height:auto}
@media (max-width:640px){.curves-grid{grid-template-columns:1fr}.recoding div{grid-template-columns:1fr}}
@media print{.controls,.files,.tip,dialog,#jobs{display:none!important}.curves-grid figure,#maps figure{break-inside:avoid}}
`
