/** The Russian texts of the mixed language; the rest is English; see SHELL-9. */
export default import.meta.glob<Record<string, unknown>>('./mixed/*.json', { eager: true, import: 'default' });
