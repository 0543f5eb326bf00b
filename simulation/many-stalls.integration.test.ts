import { testStalls } from './test-stalls.ts';

testStalls({ sound: 20, broken: 6 });
