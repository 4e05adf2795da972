import type { CoreDeps } from '../deps.ts';
import type { AnnouncementsDeps } from '../features/announcements/index.ts';
import type { AuthDeps } from '../features/auth/index.ts';
import type { CommandRunsDeps } from '../features/command-runs/index.ts';
import type { CommandsDeps } from '../features/commands/index.ts';
import type { DeviceKeys } from '../features/broker-access/index.ts';
import type { DevicesDeps } from '../features/devices/index.ts';
import type { FirmwareDeps } from '../features/firmware/index.ts';
import type { HealthDeps } from '../features/health/index.ts';
import type { OutboxDeps } from '../features/outbox/index.ts';
import type { RenderingDeps } from '../features/rendering/index.ts';
import type { WrongKeys } from '../http/routes/wrong-keys.ts';
import type { VoiceSamplesDeps } from '../features/voice-samples/index.ts';

/** The dependencies of all features; created once, by start-deps.ts. */
export type Deps = CoreDeps &
  AnnouncementsDeps &
  AuthDeps &
  CommandRunsDeps &
  CommandsDeps &
  DevicesDeps &
  FirmwareDeps &
  HealthDeps &
  OutboxDeps &
  RenderingDeps &
  VoiceSamplesDeps & {
    deviceKeys: DeviceKeys;
    wrongKeys: WrongKeys;
  };
