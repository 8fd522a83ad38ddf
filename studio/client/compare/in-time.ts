/** Seconds in words short enough for a line: `40 s`, `3 min`, `2 h`. */
export function inTime(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}
