// Mails and text messages that leave the product.
export { MessageDrawer } from './message-drawer.tsx';
export { useMessageText } from './message-text.ts';
