import type { TimelineSlot } from '../../features/devices/index.ts';
import { lazyPart } from '../../ui/states/lazy-part.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';

const DeviceTimeline = lazyPart({
  load: async () => (await import('../../features/device-timeline/index.ts')).DeviceTimeline,
  Waiting: () => <LineSkeletons count={8} height={40} />,
});

/** The timeline for the details of a device, loaded when it is first opened. */
export const timelineOf: TimelineSlot = (serial) => <DeviceTimeline key={serial} serial={serial} />;
