import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { passkeysHttp } from '@belfry/schemas/http/accounts/passkeys';
import { requiredSecondFactorHttp } from '@belfry/schemas/http/accounts/required-second-factor';
import { settingsHttp } from '@belfry/schemas/http/accounts/settings';
import { alarmsHttp } from '@belfry/schemas/http/alarms/alarms';
import { maintenanceHttp } from '@belfry/schemas/http/alarms/maintenance';
import { pushHttp } from '@belfry/schemas/http/alarms/push';
import { alarmRulesHttp } from '@belfry/schemas/http/alarms/rules';
import { apiKeysHttp } from '@belfry/schemas/http/api-keys/api-keys';
import { backupsHttp } from '@belfry/schemas/http/backups';
import { logLevelHttp } from '@belfry/schemas/http/service/log-level';
import { providersHttp } from '@belfry/schemas/http/single-sign-on/providers';
import { scimHttp } from '@belfry/schemas/http/single-sign-on/scim';
import { signOnHttp } from '@belfry/schemas/http/single-sign-on/sign-on';
import { ownInvitationsHttp } from '@belfry/schemas/http/teams/own-invitations';
import { teamsHttp } from '@belfry/schemas/http/teams/members';
import { contactChangeHttp } from '@belfry/schemas/http/accounts/contact-change';
import { invitationsHttp } from '@belfry/schemas/http/accounts/invitations';
import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { sessionsHttp } from '@belfry/schemas/http/accounts/sessions';
import { twoFactorHttp } from '@belfry/schemas/http/accounts/two-factor';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { heardMusicHttp } from '@belfry/schemas/http/announcements/heard-music';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { resultsHttp } from '@belfry/schemas/http/commands/results';
import { runsHttp } from '@belfry/schemas/http/commands/run-lists';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { floorPlansHttp } from '@belfry/schemas/http/companies/floor-plans';
import { responsiblePeopleHttp } from '@belfry/schemas/http/companies/responsible-people';
import { approvalsHttp } from '@belfry/schemas/http/device-ownership/approvals';
import { bindingHttp } from '@belfry/schemas/http/device-ownership/binding';
import { enrolmentHttp } from '@belfry/schemas/http/device-ownership/enrolment';
import { configurationHttp } from '@belfry/schemas/http/device-state';
import { devicesAdminHttp } from '@belfry/schemas/http/devices/admin';
import { bulkHttp } from '@belfry/schemas/http/devices/bulk';
import { filesHttp } from '@belfry/schemas/http/devices/files';
import { savedFiltersHttp } from '@belfry/schemas/http/devices/saved-filters';
import type { Method } from '@belfry/schemas/http/endpoint';
import { firmwareHttp } from '@belfry/schemas/http/firmware/archives';
import { rolloutsHttp } from '@belfry/schemas/http/firmware/rollouts';
import { grantsHttp } from '@belfry/schemas/http/grants';
import { groupsHttp } from '@belfry/schemas/http/groups';
import { audioHttp, playlistsHttp, stationsHttp } from '@belfry/schemas/http/library/audio';
import { chimesHttp } from '@belfry/schemas/http/library/chimes';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { loudnessHttp } from '@belfry/schemas/http/library/loudness';
import { dictionaryHttp, messagesHttp } from '@belfry/schemas/http/library/texts';
import { recipientsHttp } from '@belfry/schemas/http/messages/recipients';
import { smsHttp } from '@belfry/schemas/http/messages/sms';
import { templatesHttp } from '@belfry/schemas/http/messages/templates';
import { pagesHttp } from '@belfry/schemas/http/pages/pages';
import { recordingsHttp } from '@belfry/schemas/http/pages/recordings';
import { savedPlacesHttp } from '@belfry/schemas/http/pages/saved-places';
import { sampleOrganisationHttp } from '@belfry/schemas/http/sample-organisation';
import { bellsHttp } from '@belfry/schemas/http/schedules/bells';
import { dayProgrammeHttp } from '@belfry/schemas/http/schedules/day-programme';
import { calendarHttp } from '@belfry/schemas/http/schedules/dry-run';
import { feedHttp } from '@belfry/schemas/http/schedules/feed';
import { holidaysHttp } from '@belfry/schemas/http/schedules/holidays';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { timetablesHttp } from '@belfry/schemas/http/schedules/timetables';
import { tracesHttp } from '@belfry/schemas/http/service/traces';
import { sampleRunsHttp } from '@belfry/schemas/http/speech/sample-runs';
import { voiceFavoritesHttp } from '@belfry/schemas/http/speech/voice-favorites';
import { voiceSamplesHttp } from '@belfry/schemas/http/speech/voice-samples';
import { voicePacksHttp } from '@belfry/schemas/http/speech/voice-packs';
import { voicesBulkHttp } from '@belfry/schemas/http/speech/voices-bulk';
import { alertFeedsHttp } from '@belfry/schemas/http/triggers/alert-feeds';
import { triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { usersAdminHttp } from '@belfry/schemas/http/users/admin';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { userImportHttp } from '@belfry/schemas/http/users/import';
import { userKeysHttp } from '@belfry/schemas/http/users/keys';
import { webhooksHttp } from '@belfry/schemas/http/webhooks';

type Call = { method: Method; path: string };

/**
 * How a call that is no GET gets its row. `service`: the service writes it, in the transaction of the change, or knows that nothing has changed. An
 * `action`: it is written before the call is answered, with what the service has told (`noteAct`), unless the service has written one. `exempt`: there
 * is none, since the call changes nothing that people own.
 */
export type CallRule =
  | { by: 'service' }
  | { by: 'call'; action: `${string}.${string}`; object_kind: string }
  | { by: 'exempt'; why: string };

export const callName = ({ method, path }: Call): string => `${method} ${path}`;

const service = (...calls: readonly Call[]): [string, CallRule][] =>
  calls.map((call) => [callName(call), { by: 'service' }]);
const exempt = (why: string, ...calls: readonly Call[]): [string, CallRule][] =>
  calls.map((call) => [callName(call), { by: 'exempt', why }]);
const recorded = (call: Call, action: `${string}.${string}`, object_kind: string): [string, CallRule] => [
  callName(call),
  { by: 'call', action, object_kind },
];

/** Every call that is no GET; `api/src/composition/audited-calls.test.ts` fails for one that is not named. */
export const CALL_RULES: ReadonlyMap<string, CallRule> = new Map([
  ...exempt('it reads', companiesHttp.tree, companiesHttp.info, usersAdminHttp.read, usersAdminHttp.list),
  ...exempt(
    'it shows what would happen',
    userChangesHttp.previewMany,
    bulkHttp.preview,
    rolloutsHttp.preview,
    runsHttp.preview,
    sayHttp.preview,
    messagesHttp.preview,
    smsHttp.preview,
    alertFeedsHttp.preview,
    calendarHttp.dryRunDraft,
    passwordsHttp.checkLink,
  ),
  ...exempt('it is an attempt, which changes no account', authHttp.signIn, authHttp.completeSignIn),
  ...exempt('it sends a link or a code, which changes nothing by itself', authHttp.requestUnlock, passwordsHttp.forgot),
  ...exempt('it sends a code again', registrationHttp.resendEmail, registrationHttp.resendPhone),
  ...exempt('it is a link for a moment', audioContentHttp.createLink),
  ...exempt('it is a measurement', tracesHttp.store),
  ...exempt('it is the request of a device', enrolmentHttp.enrol, heardMusicHttp.report),

  ...service(backupsHttp.start, backupsHttp.configure),
  ...service(companyChangesHttp.add, companyChangesHttp.addMain, companyChangesHttp.edit, companyChangesHttp.move),
  ...service(companyChangesHttp.remove, companyChangesHttp.duplicate, responsiblePeopleHttp.replace),
  ...service(floorPlansHttp.upload, floorPlansHttp.remove, floorPlansHttp.place),
  ...service(groupsHttp.create, groupsHttp.rename, groupsHttp.remove, groupsHttp.addDevices, groupsHttp.removeDevice),
  ...service(
    schedulesHttp.create,
    schedulesHttp.change,
    schedulesHttp.remove,
    holidaysHttp.upload,
    holidaysHttp.remove,
  ),
  ...service(timetablesHttp.create, timetablesHttp.change, timetablesHttp.remove),
  ...service(bellsHttp.week, bellsHttp.paint, bellsHttp.copy, bellsHttp.ring, bellsHttp.silence),
  ...service(dayProgrammeHttp.change, messagesHttp.change, messagesHttp.remove, audioHttp.change, audioHttp.remove),
  ...service(playlistsHttp.change, playlistsHttp.remove, stationsHttp.change, stationsHttp.remove),
  ...service(chimesHttp.change, chimesHttp.remove),
  ...service(dictionaryHttp.change, dictionaryHttp.remove, configurationHttp.save, usersHttp.update),
  ...service(commandsHttp.broadcast, commandsHttp.sendAndWait, commandsHttp.send, resultsHttp.cancel),
  ...service(runsHttp.start, runsHttp.pause, runsHttp.resume, runsHttp.cancel),
  ...service(pagesHttp.open, pagesHttp.close),
  ...service(sayHttp.say, announcementsHttp.stop, emergencyHttp.start, emergencyHttp.allClear, smsHttp.send),
  ...service(bindingHttp.bind, bindingHttp.unbind, approvalsHttp.approve, approvalsHttp.reject),
  ...service(devicesAdminHttp.create, devicesAdminHttp.edit, devicesAdminHttp.remove, devicesAdminHttp.rotateKey),
  ...service(bulkHttp.change, filesHttp.import, firmwareHttp.createArchive, firmwareHttp.uploadArchive),
  ...service(
    firmwareHttp.removeArchive,
    rolloutsHttp.start,
    rolloutsHttp.pause,
    rolloutsHttp.resume,
    rolloutsHttp.cancel,
  ),
  ...service(sampleOrganisationHttp.remove, sampleRunsHttp.start, sampleRunsHttp.pause, sampleRunsHttp.resume),
  ...service(sampleRunsHttp.stop, voiceSamplesHttp.remove, voicesBulkHttp.block, voicesBulkHttp.changeMany),
  ...service(voicePacksHttp.install, voicePacksHttp.upload, voicePacksHttp.remove, voicePacksHttp.map),
  ...service(voicesBulkHttp.rename, voiceFavoritesHttp.add, voiceFavoritesHttp.remove),
  ...service(userChangesHttp.add, userChangesHttp.edit, userChangesHttp.block, userChangesHttp.remove),
  ...service(userChangesHttp.changeMany, userChangesHttp.removeAll, userImportHttp.importPeople),
  ...service(userKeysHttp.resetTwoFactor, userKeysHttp.updateKey, userKeysHttp.impersonate),
  ...service(invitationsHttp.invite, invitationsHttp.revoke),
  ...service(teamsHttp.add, teamsHttp.change, teamsHttp.end, teamsHttp.resend, teamsHttp.revoke, teamsHttp.accept),
  ...service(ownInvitationsHttp.accept, ownInvitationsHttp.decline),
  ...service(grantsHttp.takeOver, grantsHttp.keep, grantsHttp.end),
  recorded(grantsHttp.review, 'grant.review', 'user'),
  recorded(ownInvitationsHttp.unblock, 'member.unblock-sender', 'blocked_sender'),
  ...service(apiKeysHttp.create, apiKeysHttp.remove),
  ...service(alarmsHttp.acknowledge, alarmsHttp.snooze, alarmsHttp.comment),
  ...service(alarmRulesHttp.create, alarmRulesHttp.change, alarmRulesHttp.remove),
  ...service(maintenanceHttp.create, maintenanceHttp.change, maintenanceHttp.remove),
  ...service(webhooksHttp.create, webhooksHttp.change, webhooksHttp.remove, webhooksHttp.rotate),
  ...service(triggersHttp.create, triggersHttp.change, triggersHttp.remove, triggersHttp.rotate, triggersHttp.test),
  ...service(triggersHttp.start, triggersHttp.confirm, triggersHttp.decline, triggersHttp.hook),
  ...service(webhooksHttp.endPrevious, webhooksHttp.test, webhooksHttp.redeliver),
  ...service(
    passkeysHttp.finishRegistration,
    passkeysHttp.rename,
    passkeysHttp.remove,
    logLevelHttp.choose,
    logLevelHttp.reset,
  ),
  ...service(providersHttp.add, providersHttp.change, providersHttp.remove, providersHttp.checkDomain),
  ...service(providersHttp.confirmDomain, providersHttp.makeScimToken, providersHttp.removeScimToken),
  ...service(scimHttp.addUser, scimHttp.replaceUser, scimHttp.patchUser, scimHttp.removeUser),
  ...service(scimHttp.addGroup, scimHttp.replaceGroup, scimHttp.patchGroup, scimHttp.removeGroup),
  recorded(pushHttp.subscribe, 'push.add', 'push_subscription'),
  recorded(pushHttp.remove, 'push.remove', 'push_subscription'),
  ...exempt('it goes on with another session of the same person', pushHttp.renew),
  ...exempt('it sends a message to oneself', pushHttp.test),
  recorded(requiredSecondFactorHttp.change, 'organisation.second-factor', 'organisation'),
  recorded(settingsHttp.update, 'user.settings', 'user'),
  recorded(settingsHttp.updateOrganisation, 'organisation.session', 'organisation'),
  ...service(loudnessHttp.changeTargets),
  ...exempt('it reads', teamsHttp.readInvitation, registrationHttp.readInvitation, providersHttp.test),
  ...exempt('it only begins something', passkeysHttp.beginRegistration, passkeysHttp.beginSignIn),
  ...exempt(
    'it is a sign-in, or its end by the provider',
    passkeysHttp.finishSignIn,
    signOnHttp.exchange,
    signOnHttp.logout,
  ),

  recorded(messagesHttp.create, 'library.create', 'messages'),
  recorded(audioHttp.upload, 'library.create', 'audio'),
  recorded(recordingsHttp.create, 'library.create', 'audio'),
  recorded(playlistsHttp.create, 'library.create', 'playlists'),
  recorded(stationsHttp.create, 'library.create', 'stations'),
  recorded(chimesHttp.create, 'library.create', 'chimes'),
  recorded(dictionaryHttp.create, 'library.create', 'dictionary_entries'),
  recorded(feedHttp.create, 'schedule_feed.create', 'schedule_feed'),
  recorded(feedHttp.remove, 'schedule_feed.delete', 'schedule_feed'),
  recorded(templatesHttp.create, 'sms_template.create', 'sms_template'),
  recorded(templatesHttp.change, 'sms_template.change', 'sms_template'),
  recorded(templatesHttp.remove, 'sms_template.delete', 'sms_template'),
  recorded(savedFiltersHttp.save, 'device_filter.create', 'device_filter'),
  recorded(savedFiltersHttp.change, 'device_filter.change', 'device_filter'),
  recorded(savedFiltersHttp.remove, 'device_filter.delete', 'device_filter'),
  recorded(savedPlacesHttp.save, 'saved_place.create', 'saved_place'),
  recorded(savedPlacesHttp.replace, 'saved_place.change', 'saved_place'),
  recorded(savedPlacesHttp.remove, 'saved_place.delete', 'saved_place'),
  recorded(enrolmentHttp.register, 'device.register', 'device'),
  recorded(approvalsHttp.withdraw, 'device.withdraw-claim', 'claim'),
  recorded(recipientsHttp.askAgain, 'recipient.ask', 'recipient'),
  recorded(recipientsHttp.confirm, 'recipient.confirm', 'recipient'),
  recorded(registrationHttp.register, 'account.register', 'user'),
  recorded(registrationHttp.confirmEmail, 'account.confirm-email', 'user'),
  recorded(registrationHttp.confirmPhone, 'account.confirm-phone', 'user'),
  recorded(passwordsHttp.change, 'account.change-password', 'user'),
  recorded(passwordsHttp.reset, 'account.reset-password', 'user'),
  recorded(contactChangeHttp.change, 'account.ask-contact', 'user'),
  recorded(contactChangeHttp.confirm, 'account.change-contact', 'user'),
  recorded(twoFactorHttp.enrol, 'account.begin-two-factor', 'user'),
  recorded(twoFactorHttp.confirm, 'account.add-two-factor', 'user'),
  recorded(twoFactorHttp.replaceRecoveryCodes, 'account.replace-recovery-codes', 'user'),
  recorded(twoFactorHttp.disable, 'account.remove-two-factor', 'user'),
  recorded(sessionsHttp.end, 'account.end-session', 'session'),
  recorded(sessionsHttp.endOthers, 'account.end-other-sessions', 'user'),
  recorded(authHttp.signOut, 'account.sign-out', 'user'),
]);
