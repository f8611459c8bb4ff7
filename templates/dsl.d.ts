/** `topo-cli/dsl`: the types of topology scripts for a project in which topo is installed. The builders are globals. */
/// <reference path="./topology.d.ts" />

export type ConnectionType = TopologyBuilder.ConnectionType
export type ConnectOptions = TopologyBuilder.ConnectOptions
export type Group = TopologyBuilder.Group
export type GroupConfig = TopologyBuilder.GroupConfig
export type Icon = TopologyBuilder.Icon
export type Leaf = TopologyBuilder.Leaf
export type Position = TopologyBuilder.Position
export type ProcessConfig = TopologyBuilder.ProcessConfig
export type ProcessState = TopologyBuilder.ProcessState
export type ScenarioOptions = TopologyBuilder.ScenarioOptions
export type Shape = TopologyBuilder.Shape
export type ShardRole = TopologyBuilder.ShardRole
export type Flow = FlowBuilder
export type Topology = TopologyBuilder
