export { AlarmsGroup } from './alarms-group.tsx';
export { LogLevelGroup } from './log-level-group.tsx';
export { LoudnessGroup } from './loudness-group.tsx';
export { OrganisationSession, SessionGroup } from './session-group.tsx';
export { AppearanceGroup, SettingsPage, SignInGroup } from './settings-page.tsx';
export { WorkingGroup } from './working-group.tsx';
