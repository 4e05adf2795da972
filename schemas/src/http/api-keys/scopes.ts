import type { Scope } from '../../domain/scopes.ts';
import { alarmsHttp } from '../alarms/alarms.ts';
import { maintenanceHttp } from '../alarms/maintenance.ts';
import { reportsHttp } from '../reports.ts';
import { soundTestsHttp } from '../sound-tests.ts';
import { alarmRulesHttp } from '../alarms/rules.ts';
import { announcementsHttp } from '../announcements/announcements.ts';
import { emergencyHttp } from '../announcements/emergency.ts';
import { heardMusicHttp } from '../announcements/heard-music.ts';
import { proofOfPlayHttp } from '../announcements/proof-of-play.ts';
import { sayHttp } from '../announcements/say.ts';
import { commandsHttp } from '../commands/commands.ts';
import { resultsHttp } from '../commands/results.ts';
import { companyChangesHttp } from '../companies/changes.ts';
import { companiesHttp } from '../companies/companies.ts';
import { floorPlansHttp } from '../map/floor-plans.ts';
import { mapHttp } from '../map/map.ts';
import { responsiblePeopleHttp } from '../companies/responsible-people.ts';
import { bindingHttp } from '../device-ownership/binding.ts';
import { configurationHttp } from '../device-state.ts';
import { timelineHttp } from '../device-timeline/timeline.ts';
import { devicesHttp } from '../devices/lists.ts';
import type { Endpoint } from '../endpoint.ts';
import { groupsHttp } from '../groups.ts';
import { audioContentHttp } from '../library/audio-content.ts';
import { chimesHttp } from '../library/chimes.ts';
import { audioHttp, playlistsHttp, stationsHttp } from '../library/audio.ts';
import { libraryItemsHttp } from '../library/items.ts';
import { dictionaryHttp, messagesHttp } from '../library/texts.ts';
import { smsHttp } from '../mail/sms.ts';
import { metricsHttp } from '../metrics/metrics-history.ts';
import { networkSpeakersHttp } from '../network-speakers/network-speakers.ts';
import { bellsHttp } from '../bells/bells.ts';
import { dayProgrammeHttp } from '../schedules/day-programme.ts';
import { calendarHttp } from '../schedules/dry-run.ts';
import { holidaysHttp } from '../holidays.ts';
import { programmeHttp } from '../schedules/programme.ts';
import { scenarioRunsHttp } from '../scenarios/runs.ts';
import { scenariosHttp } from '../scenarios/scenarios.ts';
import { schedulesHttp } from '../schedules/schedules.ts';
import { timetablesHttp } from '../bells/timetables.ts';
import { triggersHttp } from '../triggers/triggers.ts';
import { whereHttp } from '../places/where.ts';
import { accessHttp } from '../teams/access.ts';

const library = [messagesHttp, dictionaryHttp, playlistsHttp, stationsHttp, chimesHttp];

/** The calls of each scope. A call in none of them is refused for every key: people, keys, providers, sessions, administration. */
export const SCOPE_CALLS: Readonly<Record<Scope, readonly Endpoint[]>> = {
  'tree:read': [
    companiesHttp.search,
    companiesHttp.listMain,
    companiesHttp.tree,
    companiesHttp.info,
    companiesHttp.effectiveSettings,
    whereHttp.find,
    mapHttp.map,
    floorPlansHttp.read,
    floorPlansHttp.image,
    responsiblePeopleHttp.read,
    dayProgrammeHttp.read,
  ],
  'tree:write': [
    companyChangesHttp.add,
    companyChangesHttp.edit,
    companyChangesHttp.move,
    companyChangesHttp.remove,
    companyChangesHttp.duplicate,
    floorPlansHttp.upload,
    floorPlansHttp.remove,
    floorPlansHttp.place,
    responsiblePeopleHttp.replace,
  ],
  'devices:read': [
    devicesHttp.listOwn,
    devicesHttp.tags,
    devicesHttp.info,
    configurationHttp.read,
    timelineHttp.read,
    networkSpeakersHttp.list,
    networkSpeakersHttp.read,
    soundTestsHttp.list,
    resultsHttp.read,
    resultsHttp.list,
  ],
  'devices:write': [
    configurationHttp.save,
    bindingHttp.bind,
    bindingHttp.unbind,
    networkSpeakersHttp.senders,
    networkSpeakersHttp.create,
    networkSpeakersHttp.change,
    networkSpeakersHttp.remove,
  ],
  commands: [commandsHttp.sendAndWait, commandsHttp.send, resultsHttp.cancel, resultsHttp.read, resultsHttp.list],
  'metrics:read': [metricsHttp.newest, metricsHttp.statistics, metricsHttp.series, metricsHttp.history],
  'groups:read': [groupsHttp.list, groupsHttp.elements],
  'groups:write': [
    groupsHttp.create,
    groupsHttp.rename,
    groupsHttp.remove,
    groupsHttp.addDevices,
    groupsHttp.removeDevice,
  ],
  'library:read': [
    libraryItemsHttp.list,
    ...library.flatMap(({ list, read }) => [list, read]),
    audioHttp.list,
    audioContentHttp.download,
    audioContentHttp.createLink,
  ],
  'library:write': [
    ...library.flatMap(({ create, change, remove }) => [create, change, remove]),
    messagesHttp.preview,
    audioHttp.upload,
    audioHttp.change,
    audioHttp.remove,
  ],
  'schedules:read': [
    schedulesHttp.list,
    schedulesHttp.read,
    programmeHttp.read,
    holidaysHttp.list,
    dayProgrammeHttp.read,
    dayProgrammeHttp.problems,
    timetablesHttp.list,
    bellsHttp.read,
    calendarHttp.calendar,
    calendarHttp.dryRun,
  ],
  'schedules:write': [
    schedulesHttp.create,
    schedulesHttp.change,
    schedulesHttp.remove,
    holidaysHttp.upload,
    holidaysHttp.remove,
    dayProgrammeHttp.change,
    timetablesHttp.create,
    timetablesHttp.change,
    timetablesHttp.remove,
    bellsHttp.week,
    bellsHttp.paint,
    bellsHttp.copy,
    bellsHttp.skip,
    calendarHttp.dryRunDraft,
  ],
  say: [
    sayHttp.say,
    sayHttp.preview,
    announcementsHttp.run,
    announcementsHttp.again,
    announcementsHttp.stop,
    bellsHttp.ring,
    bellsHttp.silence,
  ],
  'announcements:read': [
    announcementsHttp.runs,
    announcementsHttp.run,
    proofOfPlayHttp.places,
    proofOfPlayHttp.runs,
    proofOfPlayHttp.csv,
    heardMusicHttp.tracks,
    heardMusicHttp.csv,
  ],
  emergency: [emergencyHttp.read, emergencyHttp.missing, emergencyHttp.start, emergencyHttp.allClear],
  triggers: [triggersHttp.start],
  scenarios: [
    scenariosHttp.tiles,
    scenariosHttp.start,
    scenarioRunsHttp.list,
    scenarioRunsHttp.read,
    scenarioRunsHttp.end,
  ],
  sms: [smsHttp.preview, smsHttp.send],
  'alarms:read': [
    alarmsHttp.list,
    alarmsHttp.summary,
    alarmsHttp.read,
    alarmRulesHttp.list,
    alarmRulesHttp.effective,
    reportsHttp.read,
    reportsHttp.csv,
    maintenanceHttp.list,
    maintenanceHttp.calendar,
  ],
  'alarms:write': [
    alarmsHttp.acknowledge,
    alarmsHttp.snooze,
    alarmsHttp.comment,
    alarmRulesHttp.create,
    alarmRulesHttp.change,
    alarmRulesHttp.remove,
    maintenanceHttp.create,
    maintenanceHttp.change,
    maintenanceHttp.remove,
  ],
};

export const CALLS_OF_EVERY_KEY: readonly Endpoint[] = [accessHttp.rights];
