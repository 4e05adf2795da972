/** CAP 1.2, as OASIS has published it: https://docs.oasis-open.org/emergency/cap/v1.2/CAP-v1.2-os.html */
export const CAP_NAMESPACE = 'urn:oasis:names:tc:emergency:cap:1.2';
export const ATOM_NAMESPACE = 'http://www.w3.org/2005/Atom';
