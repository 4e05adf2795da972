/** Every English text of the console, the fallback of what another language does not have. */
export default import.meta.glob<Record<string, unknown>>('./en/*.json', { eager: true, import: 'default' });
