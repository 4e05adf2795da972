export { observeInstallation } from './monitoring.ts';
