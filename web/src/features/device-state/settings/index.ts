export { DeviceSettings } from './device-settings.tsx';
export { PlayerLines } from './player-lines.tsx';
