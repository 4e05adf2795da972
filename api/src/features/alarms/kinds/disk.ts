import { ofMetrics } from './device-kind.ts';

export const disk = ofMetrics(({ disk_usage_percent }) => disk_usage_percent);
