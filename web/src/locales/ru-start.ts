/** The texts of the sign-in page in Russian. */
export default import.meta.glob<Record<string, unknown>>('./ru/{auth,common,server}.json', {
  eager: true,
  import: 'default',
});
