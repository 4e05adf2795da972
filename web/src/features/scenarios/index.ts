// One press, all channels: tiles, editor, runs, and what they write to.
export { AnswerPage } from './answer-page.tsx';
export { ContactsPanel } from './contacts-panel.tsx';
export { DestinationsPanel } from './destinations-panel.tsx';
export { runStateOf } from './scenario-texts.ts';
export { EmergencyScenarios } from './emergency-scenarios.tsx';
export { ScenarioRunPage } from './run-page.tsx';
export { ScenariosPage } from './scenarios-page.tsx';
export { ScreenPage } from './screen-page.tsx';
export { ScreensPanel } from './screens-panel.tsx';
