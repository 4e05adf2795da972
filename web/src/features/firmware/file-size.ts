const UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const;
const STEP = 1_024;

/** `512 Bytes`, `85.41 KB`, `1.50 MB`; see FW-8. */
export function formatFileSize(bytes: number): string {
  let [value, unit] = [bytes, 0];
  // What would be rounded up to a whole next unit is written in that unit.
  while (Number(value.toFixed(2)) >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(2)} ${UNITS[unit]}`;
}
