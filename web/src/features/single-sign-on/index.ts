// Identity providers, and people sent by directories.
export { SignOnOffers } from './sign-on-offers.tsx';
