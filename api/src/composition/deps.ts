import type { CoreDeps } from '../deps.ts';
import type { AuthDeps } from '../features/auth/deps.ts';
import type { CommandsDeps } from '../features/commands/deps.ts';
import type { DevicesDeps } from '../features/devices/deps.ts';
import type { HealthDeps } from '../features/health/deps.ts';
import type { VoiceSamplesDeps } from '../features/voice-samples/deps.ts';

/** What all features need together; made once, by server.ts. */
export type Deps = CoreDeps & AuthDeps & CommandsDeps & DevicesDeps & HealthDeps & VoiceSamplesDeps;
