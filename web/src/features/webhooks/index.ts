// Messages to other systems about what happens in an organisation.
export { WebhooksPanel } from './webhooks-panel.tsx';
