export default import.meta.glob<Record<string, unknown>>('./de/*.json', { eager: true, import: 'default' });
