/** The English texts, everybody's fallback; they come with the page. */
export default import.meta.glob<Record<string, unknown>>('./en/*.json', { eager: true, import: 'default' });
