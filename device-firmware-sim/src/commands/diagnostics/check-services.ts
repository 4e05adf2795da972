import type { CommandResult } from '@belfry/schemas/mqtt/commands';
import { isoTime } from '../../hardware/clock.ts';
import type { CommandHandler } from '../command-handler.ts';

type Service = CommandResult<'check_services'>['services'][number];

/** Names, and the seconds after the boot at which each service starts. */
const SERVICES = [
  ['belfry-agent', 9],
  ['player-voice', 11],
  ['player-music', 12],
  ['player-radio', 12],
  ['wifi', 5],
  ['time-sync', 7],
] as const;

export const checkServices: CommandHandler<'check_services'> = async (context) => {
  if (context.host) return { services: context.host.services() };
  await context.wait(0.4);
  const { booted_at } = context.flash.memory;
  const failed = context.fails() ? 'time-sync' : null;
  const services = SERVICES.map(([name, startSeconds]): Service => {
    const since = Math.min(booted_at + startSeconds * 1_000, context.clock.now());
    return { name, state: name === failed ? 'failed' : 'running', since: isoTime(since) };
  });
  return { services };
};
