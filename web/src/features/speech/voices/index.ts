export { VoicesPage } from './voices-page.tsx';
export { useGetVoicePageQuery } from './voices-api.ts';
