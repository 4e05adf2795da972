// Places as entities of Home Assistant.
export { HomeAssistantPanel } from './home-assistant-panel.tsx';
