export { DeviceSettings } from './device-settings.tsx';
