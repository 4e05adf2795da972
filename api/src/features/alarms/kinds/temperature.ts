import { ofMetrics } from './device-kind.ts';

export const temperature = ofMetrics(({ cpu_temperature }) => cpu_temperature);
