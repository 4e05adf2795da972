/** Sign-in. */
export function LoginPage() {
  return null;
}
