// Copies of the whole installation, and their restoration.
export { backupsRoutes } from './backups.routes.ts';
export { BACKUP_JOBS, createBackups, startDueBackup } from './backups.service.ts';
export { runBackup } from './run-backup.ts';
