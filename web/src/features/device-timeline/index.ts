// What happened to a device.
export { DeviceTimeline } from './device-timeline.tsx';
