import type { Deps } from '../deps.ts';
import { engineRoutes } from '../engines/index.ts';
import { accountsRoutes, invitationsRoutes } from '../features/accounts/index.ts';
import { emergencyRoutes, proofRoutes, runsRoutes, sayRoutes } from '../features/announcements/index.ts';
import { heardMusicRoutes } from '../features/announcements/music/index.ts';
import { activityRoutes } from '../features/activity/index.ts';
import { alarmsRoutes } from '../features/alarms/index.ts';
import { pushRoutes } from '../features/mail/push/index.ts';
import { reportRoutes } from '../features/reports/index.ts';
import { soundTestRoutes } from '../features/sound-tests/index.ts';
import { apiKeysRoutes } from '../features/api-keys/index.ts';
import { auditRoutes } from '../features/audit/index.ts';
import { backupsRoutes } from '../features/backups/index.ts';
import { commandsRoutes } from '../features/commands/index.ts';
import { changeRunRoutes, runReadingRoutes } from '../features/command-runs/index.ts';
import { companiesRoutes } from '../features/companies/index.ts';
import { mapRoutes } from '../features/map/index.ts';
import {
  approvalsRoutes,
  deviceBindingRoutes,
  enrolmentRoutes,
  pairingRoutes,
} from '../features/device-ownership/index.ts';
import { deviceConfigRoutes } from '../features/device-state/index.ts';
import { deviceTimelineRoutes } from '../features/device-timeline/index.ts';
import {
  devicesAdminRoutes,
  deviceBulkRoutes,
  deviceFilesRoutes,
  savedFiltersRoutes,
} from '../features/fleet/index.ts';
import { devicesRoutes } from '../features/devices/index.ts';
import { archivesRoutes, rolloutsRoutes } from '../features/firmware/index.ts';
import { grantsRoutes } from '../features/grants/index.ts';
import { groupsRoutes } from '../features/groups/index.ts';
import { homeAssistantRoutes } from '../features/home-assistant/index.ts';
import { libraryRoutes } from '../features/library/index.ts';
import { audioContentRoutes } from '../features/library/rendering/index.ts';
import { lookupsRoutes } from '../features/lookups/index.ts';
import { outboxRoutes } from '../features/mail/outbox/index.ts';
import { smsRoutes } from '../features/mail/sms/index.ts';
import { networkSpeakersRoutes } from '../features/network-speakers/index.ts';
import { metricsRoutes } from '../features/metrics/index.ts';
import { livePagesRoutes, savedPlacesRoutes } from '../features/live-pages/index.ts';
import { sampleCreationRoutes, sampleOrganisationRoutes } from '../features/sample-organisation/index.ts';
import { bellsRoutes } from '../features/bells/index.ts';
import { holidaysRoutes } from '../features/holidays/index.ts';
import { homeRoutes, placesRoutes, whereRoutes } from '../features/places/index.ts';
import { playerRoutes } from '../features/player/index.ts';
import { scheduleFeedRoutes, schedulesRoutes } from '../features/schedules/index.ts';
import { programmesRoutes } from '../features/schedules/programmes/index.ts';
import {
  consoleRoutes,
  healthRoutes,
  internalRoutes,
  logLevelRoutes,
  quotasRoutes,
} from '../features/service/index.ts';
import { singleSignOnRoutes } from '../features/single-sign-on/index.ts';
import { voiceFavoritesRoutes, voicesRoutes } from '../features/speech/voices/index.ts';
import { packsRoutes } from '../features/speech/packs/index.ts';
import { sampleAudioRoutes, voiceSamplesRoutes } from '../features/speech/samples/index.ts';
import { scenariosRoutes } from '../features/scenarios/index.ts';
import { teamsRoutes } from '../features/teams/index.ts';
import { alertFeedRoutes } from '../features/alert-feeds/index.ts';
import { triggersRoutes } from '../features/triggers/index.ts';
import { usersAdminRoutes } from '../features/users/index.ts';
import { webhooksRoutes } from '../features/webhooks/index.ts';
import type { Route } from '../http/routes/route.ts';

export const apiRoutes: readonly Route<Deps>[] = [
  ...healthRoutes,
  ...accountsRoutes,
  ...singleSignOnRoutes,
  ...usersAdminRoutes,
  ...invitationsRoutes,
  ...quotasRoutes,
  ...logLevelRoutes,
  ...backupsRoutes,
  ...lookupsRoutes,
  ...outboxRoutes,
  ...auditRoutes,
  ...companiesRoutes,
  ...mapRoutes,
  ...smsRoutes,
  ...groupsRoutes,
  ...homeRoutes,
  ...placesRoutes,
  ...whereRoutes,
  ...teamsRoutes,
  ...grantsRoutes,
  ...apiKeysRoutes,
  ...activityRoutes,
  ...alarmsRoutes,
  ...pushRoutes,
  ...reportRoutes,
  ...soundTestRoutes,
  ...webhooksRoutes,
  ...homeAssistantRoutes,
  ...alertFeedRoutes,
  ...triggersRoutes,
  ...scenariosRoutes,
  ...devicesRoutes,
  ...devicesAdminRoutes,
  ...enrolmentRoutes,
  ...pairingRoutes,
  ...approvalsRoutes,
  ...deviceBindingRoutes,
  ...networkSpeakersRoutes,
  ...deviceBulkRoutes,
  ...deviceFilesRoutes,
  ...savedFiltersRoutes,
  ...metricsRoutes,
  ...deviceTimelineRoutes,
  ...deviceConfigRoutes,
  ...commandsRoutes,
  ...runReadingRoutes,
  ...changeRunRoutes,
  ...archivesRoutes,
  ...rolloutsRoutes,
  ...sayRoutes,
  ...runsRoutes,
  ...savedPlacesRoutes,
  ...livePagesRoutes,
  ...proofRoutes,
  ...heardMusicRoutes,
  ...playerRoutes,
  ...emergencyRoutes,
  ...consoleRoutes,
  ...libraryRoutes,
  ...audioContentRoutes,
  ...programmesRoutes,
  // Those with a word come before those with {id}.
  ...scheduleFeedRoutes,
  ...holidaysRoutes,
  ...bellsRoutes,
  ...schedulesRoutes,
  ...sampleOrganisationRoutes,
  // Before the routes with {voice_name}, which match `favorites` too.
  ...voiceFavoritesRoutes,
  ...voiceSamplesRoutes,
  ...packsRoutes,
  ...voicesRoutes,
];

/** Paths at the root, beside the console; see HTTP-1. */
export const rootRoutes: readonly Route<Deps>[] = sampleAudioRoutes;

/** Everything below `/internal`: for processes of the product, with the service secret. */
export const serviceRoutes = (deps: Pick<Deps, 'pool' | 'db' | 'config'>): readonly Route<Deps>[] => [
  ...engineRoutes(deps),
  ...internalRoutes,
  ...sampleCreationRoutes,
];
