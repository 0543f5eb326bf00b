import { serveInputs } from '../worker-pool.ts';
import { verifyRecording } from './verify-recording.ts';

serveInputs(verifyRecording);
