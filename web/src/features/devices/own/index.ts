export { UserDevices } from './user-devices.tsx';
