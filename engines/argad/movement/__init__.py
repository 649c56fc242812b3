"""MOVE: allowances, the forty ticks, footing, meetings, formations, boats."""
