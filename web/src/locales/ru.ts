/** Every Russian text of the console, one file for the browser. */
export default import.meta.glob<Record<string, unknown>>('./ru/*.json', { eager: true, import: 'default' });
