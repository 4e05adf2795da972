import type { DeviceStatus } from '@belfry/schemas/domain/device';
import type { Command } from '@belfry/schemas/mqtt/commands';

export type NewCommand = {
  id: string;
  serial: string;
  command: Command;
  params: Record<string, unknown>;
  issuedBy: number;
  /** The caller may command only devices of this user; null: all devices. */
  ownerId: number | null;
  issuedAt: number;
  expiresAt: number;
  deadlineAt: number;
};
export type IssuedCommand = NewCommand & {
  /** A page reads what it shows; see CMD-27. */
  background: boolean;
  /** Nobody is answered about it before a later commit, so this one need not wait for the disk. */
  asyncCommit: boolean;
};

/** The device that a command is for; `user_id` is its owner. */
export type TargetDevice = { status: DeviceStatus; user_id: number | null };
