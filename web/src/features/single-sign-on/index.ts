// Identity providers, and people sent by directories.
export { SingleSignOnSettings } from './single-sign-on-settings.tsx';
