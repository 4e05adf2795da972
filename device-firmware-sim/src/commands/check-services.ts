import type { CommandResult } from '@belfry/schemas/mqtt/commands';
import { isoTime } from '../clock.ts';
import type { Handler } from './handler.ts';

type Service = CommandResult<'check_services'>['services'][number];

/** Names, and seconds after the boot at which each is up. */
const SERVICES = [
  ['belfry-agent', 9],
  ['player-voice', 11],
  ['player-music', 12],
  ['player-radio', 12],
  ['wifi', 5],
  ['time-sync', 7],
] as const;

export const checkServices: Handler<'check_services'> = async (work) => {
  await work.take(0.4);
  const { booted_at } = work.flash.memory;
  const unwell = work.fails() ? 'time-sync' : null;
  const services = SERVICES.map(([name, startSeconds]): Service => {
    const since = Math.min(booted_at + startSeconds * 1_000, work.clock.now());
    return { name, state: name === unwell ? 'failed' : 'running', since: isoTime(since) };
  });
  return { services };
};
