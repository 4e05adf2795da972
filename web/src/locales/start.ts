/** The texts of the sign-in page, in English: everybody's fallback, which comes with the page. */
export default import.meta.glob<Record<string, unknown>>('./en/{auth,common,server,shell}.json', {
  eager: true,
  import: 'default',
});
