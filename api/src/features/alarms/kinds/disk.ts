import { ofMetrics } from './device-kind.ts';

/** How full the disk is, in percent. */
export const disk = ofMetrics(({ disk_usage_percent }) => disk_usage_percent);
