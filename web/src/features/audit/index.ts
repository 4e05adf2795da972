// Who changed what, and proof that the record is whole.
export { ChainProof } from './chain-proof.tsx';
export { ChangeDrawer } from './change-drawer.tsx';
export { useChangeText } from './change-text.ts';
