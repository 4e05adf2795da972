export { SingleSignOnSettings } from './single-sign-on-settings.tsx';
