/** Every English text of the console, which is the fallback of other languages. */
export default import.meta.glob<Record<string, unknown>>('./en/*.json', { eager: true, import: 'default' });
