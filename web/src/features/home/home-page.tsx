/** First screen after sign-in. */
export function HomePage() {
  return null;
}
