export { DeviceTimeline } from './components/device-timeline.tsx';
