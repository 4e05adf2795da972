/** Every Russian text of the console, in one chunk. */
export default import.meta.glob<Record<string, unknown>>('./ru/*.json', { eager: true, import: 'default' });
