/** The overlay of the mixed language: only what the specification quotes in Russian; the rest is English. */
export default import.meta.glob<Record<string, unknown>>('./mixed/*.json', { eager: true, import: 'default' });
