import type { ApiError } from './api-error.ts';

/** The error of an answer that was received, but does not match the schema with which the console reads it. */
export const UNREADABLE_ANSWER: ApiError = { status: 200, message: '', code: 'unreadable', details: [] };
