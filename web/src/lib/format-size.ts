const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const STEP = 1_000;

/** `1.5 MB`, in the language of the reader. */
export function formatSize(bytes: number, locale: string): string {
  let [value, unit] = [bytes, 0];
  while (value >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  const style = { style: 'unit', unit: UNITS[unit], maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, style).format(value);
}
