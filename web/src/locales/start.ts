/** The English texts of the sign-in page, which are the fallback and part of the first load. */
export default import.meta.glob<Record<string, unknown>>('./en/{auth,common,server}.json', {
  eager: true,
  import: 'default',
});
