// What happened to a device.
export { DeviceTimeline } from './components/device-timeline.tsx';
