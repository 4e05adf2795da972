/** The maximum length of RFC 5321. */
export const EMAIL_MAX = 254;

/** The pattern of HTML's email inputs; see AUTH-14. */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

/**
 * The stored form of a typed address: without hidden characters and `mailto:`, its domain in letters of ASCII (RFC 5891). Null for what is no address.
 */
export function readEmail(typed: string): string | null {
  if (typed.length > EMAIL_MAX * 2) return null;
  const text = typed
    .replaceAll(/\p{Cf}|＠/gu, (character) => (character === '＠' ? '@' : ''))
    .trim()
    .replace(/^mailto:/i, '');
  const at = text.lastIndexOf('@');
  const address = `${text.slice(0, at + 1)}${asciiDomain(text.slice(at + 1))}`;
  return address.length <= EMAIL_MAX && EMAIL.test(address) ? address : null;
}

/** `müller.example` → `xn--mller-kva.example`; others are not changed. */
function asciiDomain(domain: string): string {
  if (/^\p{ASCII}*$/u.test(domain) || !/^[\p{L}\p{M}\p{N}.。．｡-]+$/u.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}

export const isEmail = (text: string): boolean => readEmail(text) !== null;

/** Whether an address is refused because of letters before the @ that few mail servers take. */
export const hasForeignLocalPart = (text: string): boolean => /[^\p{ASCII}].*@./su.test(text.slice(0, EMAIL_MAX));
