export default import.meta.glob<Record<string, unknown>>('./ru/*.json', { eager: true, import: 'default' });
